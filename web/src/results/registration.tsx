// A domain's registration: a timeline of its dates, the registrar, name servers, contacts and the server.
import type { Whois } from '../../../src/contract/whois.ts';
import { counted, day } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/status.tsx';
import { ExternalLink } from './external-link.tsx';
import { FieldList } from './field-list.tsx';
import { pathOf } from './paths.ts';
import { type Milestone, type RegistrationTimeline, registrationTimeline } from './registration-timeline.ts';
import '../style/result-other.css';

const MILESTONES: Readonly<Record<Milestone, string>> = { created: 'Created', updated: 'Updated', today: 'Today', expires: 'Expires' };
const CONTACTS = ['registrant', 'admin', 'tech', 'zone', 'billing'] as const;

/** `now` is the time of the view, in milliseconds. */
export function Registration({ data, now = Date.now() }: { readonly data: Whois; readonly now?: number }) {
  const timeline = registrationTimeline(data, now);
  return (
    <article class="stacked registration" aria-label={`Registration of ${data.domain}`}>
      <div>
        <h3 class="row">
          <span data-path="domain">{data.domain}</span>
          <span data-path="registered">
            <Badge value={data.registered ? 'Registered' : 'Not registered'} tone={data.registered ? 'good' : 'note'} />
          </span>
          <StateBadge timeline={timeline} />
        </h3>
        {timeline.ageYears !== null && <p class="tiny muted">{ageText(timeline.ageYears)}</p>}
      </div>
      {data.registered ? (
        <Details data={data} timeline={timeline} />
      ) : (
        <Empty title="This domain is not registered">
          <p>The registry has no entry for it. A registrar can tell you whether it is for sale.</p>
        </Empty>
      )}
    </article>
  );
}

const ageText = (years: number): string => (years === 0 ? 'Registered less than a year ago' : `Registered for ${counted(years, 'year')}`);

function StateBadge({ timeline: { state, daysLeft } }: { readonly timeline: RegistrationTimeline }) {
  if (state === 'unknown' || daysLeft === null) return null;
  if (state === 'expired') return <Badge value="Expired" tone="bad" />;
  return <Badge value={`Expires in ${counted(daysLeft, 'day')}`} tone={state === 'expiring' ? 'wait' : 'note'} />;
}

function Details({ data, timeline }: { readonly data: Whois; readonly timeline: RegistrationTimeline }) {
  const { registrar, contacts, server, socialLinks } = data;
  return (
    <>
      <Dates timeline={timeline} />
      <div class="registration-parts">
        <FieldList title="Registrar" values={registrar} path="registrar" />
        <Texts title="Name servers" texts={data.nameServers} path="nameServers" />
        <Texts title="Status" texts={data.status} path="status" />
        <Texts title="Emails" texts={data.emails} path="emails" />
        <FieldList title="Social profiles" values={socialLinks} path="socialLinks" />
        {CONTACTS.map((role) => (
          <FieldList key={role} title={ROLES[role]} values={contacts?.[role]} path={pathOf('contacts', role)} folded />
        ))}
        <FieldList title="Server" values={server} path="server" folded />
      </div>
      {data.backlinks !== null && data.backlinks !== undefined && (
        <p data-path="backlinks">{counted(data.backlinks, 'link')} from other sites</p>
      )}
    </>
  );
}

const ROLES: Readonly<Record<(typeof CONTACTS)[number], string>> = {
  registrant: 'Registrant',
  admin: 'Administrative contact',
  tech: 'Technical contact',
  zone: 'Zone contact',
  billing: 'Billing contact',
};

/** The line is decoration. The list below it has the same dates as text. */
function Dates({ timeline: { points } }: { readonly timeline: RegistrationTimeline }) {
  if (points.length === 0) return <p class="muted">The registry publishes no dates for this domain.</p>;
  const today = points.find(({ name }) => name === 'today')!;
  return (
    <div class="registration-dates">
      <div class="registration-line" aria-hidden="true">
        <i class="passed" style={{ width: `${today.share * 100}%` }} />
        {points.map(({ name, share }) => (
          <i key={name} class={`point ${name}`} style={{ left: `${share * 100}%` }} />
        ))}
      </div>
      <ol>
        {points.map(({ name, time, path }) => (
          <li key={name} class={name} data-path={path ?? undefined}>
            <span class="tiny muted">{MILESTONES[name]}</span> <time dateTime={isoOf(time)}>{day(isoOf(time))}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}

const isoOf = (time: number): string => new Date(time).toISOString();

function Texts({ title, texts, path }: { readonly title: string; readonly texts: readonly string[] | null; readonly path: string }) {
  if (!texts || texts.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="bullets break">
        {texts.map((text, index) => (
          <li key={index} data-path={pathOf(path, index)}>
            <StatusText text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Registries write a status as `clientHold https://icann.org/epp#clientHold`. */
function StatusText({ text }: { readonly text: string }) {
  const [, name, url] = /^(.+?) \(?(https?:\/\/[^\s()]+)\)?$/.exec(text) ?? [];
  return name && url ? <ExternalLink url={url}>{name}</ExternalLink> : <span>{text}</span>;
}
