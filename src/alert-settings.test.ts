import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;

describe('the channels of alerts', () => {
  test('are off by default', () => {
    expect(readConfig({})).toMatchObject({ ALERT_WEBHOOK_URL: null, ALERT_SMTP_URL: null, ALERT_MAIL_TO: [] });
  });
  test('are read', () => {
    const given = {
      ALERT_WEBHOOK_URL: 'http://10.0.0.5:9000/alerts',
      ALERT_WEBHOOK_SECRET: SECRET,
      ALERT_SMTP_URL: 'smtps://user:password@mail.example',
      ALERT_MAIL_TO: 'ops@mail.example, second@mail.example',
    };
    expect(readConfig(given)).toMatchObject({ ...given, ALERT_MAIL_TO: ['ops@mail.example', 'second@mail.example'] });
  });
  test.each([
    [{ ALERT_WEBHOOK_URL: 'https://hooks.example' }, 'ALERT_WEBHOOK_URL needs ALERT_WEBHOOK_SECRET'],
    [{ ALERT_WEBHOOK_URL: 'hooks.example', ALERT_WEBHOOK_SECRET: SECRET }, 'ALERT_WEBHOOK_URL must be an http or https URL'],
    [{ ALERT_WEBHOOK_URL: 'file:///etc/passwd', ALERT_WEBHOOK_SECRET: SECRET }, 'ALERT_WEBHOOK_URL must be an http or https URL'],
    [{ ALERT_WEBHOOK_SECRET: 'whsec_short' }, 'ALERT_WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64'],
    [{ ALERT_SMTP_URL: 'smtps://mail.example' }, 'ALERT_SMTP_URL needs ALERT_MAIL_TO'],
    [{ ALERT_MAIL_TO: 'ops@mail.example' }, 'ALERT_MAIL_TO needs ALERT_SMTP_URL'],
    [{ ALERT_SMTP_URL: 'https://mail.example', ALERT_MAIL_TO: 'ops@mail.example' }, 'ALERT_SMTP_URL must be a URL such as'],
    [{ ALERT_MAIL_TO: 'ops@mail.example>\r\nDATA' }, 'ALERT_MAIL_TO must be email addresses'],
    [{ ALERT_QUEUE_SECONDS: '1,2,3' }, 'ALERT_QUEUE_SECONDS must be 4 numbers'],
  ])('are rejected when they cannot work: %o', (given, problem) => {
    expect(() => readConfig(given)).toThrow(problem);
  });
});
