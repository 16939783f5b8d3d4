// The lines above and below the contacts of an invented WHOIS record.

export const HEADS: readonly string[] = [
  'Domain Name: lantern.example\nRegistrar: Quay Names Ltd\nRegistrar Abuse Contact Email: abuse@quay.example\nCreated: 2001-02-03',
  '% The Harbour registry\n% Terms apply.\n\ndomain: lantern.example\nstatus: active\nregistered: 2001-02-03\nregistrar: Quay Names Ltd',
  'Domain: lantern.example\nStatus: ok\n\nRegistrar:\n   Name: Quay Names Ltd\n   Email: abuse@quay.example\n   Phone: +1.5550000',
];
export const FOOTS: readonly string[] = [
  'Name Server: ns1.lantern.example\nName Server: ns2.lantern.example\n\n>>> Last update: 2026-01-01 <<<',
  'nserver: ns1.lantern.example\nnserver: ns2.lantern.example\n\n% This data is for information only.',
  'Name servers:\n   ns1.lantern.example\n   ns2.lantern.example\n\nQuestions about this service: help@registry.example',
];
