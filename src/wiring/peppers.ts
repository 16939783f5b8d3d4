// Builds the parts of `sextant keys rotate-pepper`: the secrets of this installation and the counts of its database.
import type { Audit } from '../business/accounts/audit.ts';
import { checkPeppers, countPeppers, registerPeppers, revokeRest } from '../business/accounts/peppers.ts';
import type { PepperCommandParts } from '../cli/pepper.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { StartProblem } from './installation.ts';
import { givenPeppers, keepSecrets, makeSecret, openSecrets, readKept, secretsFile, writeKept } from './secrets.ts';

export function pepperParts(db: Db, config: Config, audit: Audit): PepperCommandParts {
  const given = () => givenPeppers(openSecrets(config));
  const kept = () => {
    const found = readKept(secretsFile(config));
    if (found === 'damaged') throw new StartProblem(`${secretsFile(config)} is damaged: put it back from a backup.`);
    return found;
  };
  return {
    storage: config.KEY_PEPPER === null && config.DATABASE_URL === null ? 'file' : 'shared',
    makeSecret,
    use: () => countPeppers(db, given()),
    rotate: async () => {
      const secrets = openSecrets(config);
      await checkPeppers(db, givenPeppers(secrets));
      // The file comes first: a start between the two steps finds a previous pepper that the database knows, and continues.
      writeKept(config, { ...kept(), keyPepper: makeSecret(), keyPepperPrevious: secrets.keyPepper });
      await registerPeppers(db, given());
      await audit.record(db.query, 'pepper.rotate', 'keys');
    },
    finish: async () => {
      const { keyPepperPrevious, ...rest } = kept();
      if (keyPepperPrevious !== undefined) writeKept(config, rest);
      await audit.record(db.query, 'pepper.finish', 'keys');
    },
    revokeRest: async () => {
      const secrets = keepSecrets(config, openSecrets(config));
      const ended = await revokeRest(db, givenPeppers(secrets));
      await audit.record(db.query, 'pepper.revoke_rest', 'keys', { count: ended });
      return ended;
    },
  };
}
