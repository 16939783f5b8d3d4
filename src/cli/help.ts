// The list of verbs.

export function helpText(): string {
  return `sextant: your own high-volume search-data API

  sextant start [--api 2] [--workers 4]             run the whole service, with so many processes of each kind
  sextant api [--api 2]                             answer requests only, and leave the work to other machines
  sextant work                                      run one more worker on DATABASE_URL
  sextant migrate                                   bring the database to the newest schema
  sextant account list [--json]                     list accounts
  sextant account create --name N --email E [--credits C] [--contract current|older] [--json]
  sextant account credits ID --total T [--mode live|test] [--expires 2027-01-01T00:00:00Z] [--json]
  sextant account ledger ID [--mode live|test] [--json]
  sextant key create ACCOUNT [--mode live|test] [--json]
  sextant key revoke KEY_ID [--json]
  sextant backup FOLDER [--json]                    copy the embedded database while the service runs
  sextant restore FOLDER [--wal FOLDER] [--until 2026-11-15T12:00:00Z] [--json]
  sextant audit [--limit 50] [--json]               what the operator did, and whether the record of it is whole
  sextant search "red shoes" [--engine bing] [--region US] [--results 20] [--mobile] [--test] [--json]
  sextant keywords "pizza,pasta" [--region US] [--engine google|baidu] [--language en] [--suggestions] [--test] [--json]
  sextant tech shop.com [--test] [--json]           what a site is made with
  sextant ask "…" [--service chatgpt] [--url https://shop.com/] [--test] [--json]
  sextant whois example.com [--source auto|whois|website] [--test] [--json]
  sextant registries refresh [--json]               fetch the newest table of RDAP servers
  sextant reparse ID … [--json]                     read kept pages again (SERPs made with saveRawData)
  sextant parse --engine bing page.html … [--json]  read stored pages with today's readers (--ndjson: lines in, lines out)
  sextant regions import geotargets.csv [--json]    add Google's official criteria ids

Settings come from the environment; docs/operations.md lists them all.`;
}
