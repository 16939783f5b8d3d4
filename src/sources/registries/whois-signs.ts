// Sentences by which registries say that a name is free, or that they are asked too often.

const FREE: readonly RegExp[] = [
  /\bno match(?:ing)?\b(?! of)/i,
  /\b(?:domain|object|entry|record|data|name)s? +(?:is |was |has |have )?(?:not been|not) (?:found|registered|known|exist)/i,
  /^\W*not found\b/im,
  /\bnot found\W{0,3}$/im,
  /\bno domain records\b/i,
  /^invalid domain name\b/im,
  /\bno (?:entries|entry|data|object|objects|record|records|information|such domain)\b.{0,40}\b(?:found|available|exist)/i,
  /\bno such domain\b/i,
  /\bcould not find (?:the|this|that|your|any)\b/i,
  /\b(?:ikke|niet|nie|ej|no|nao|non) (?:registrert|gevonden|znaleziono|registrerad|registrado|encontrado|encontrada|trouve|trovato)\b/i,
  /^organi[sz]ation:\s*not assigned\s*$/im,
  /^query_status:\s*510\b/im,
  /\bnothing found\b/i,
  /\bdoes not exist\b/i,
  /\bis (?:not registered|available for (?:registration|purchase)|free\b(?! of)|available\.?\s*$)/im,
  /\bnot registered\b/i,
  /\bdomain (?:name )?(?:is )?available\b/i,
  /^\W*available\W*$/im,
  /\bdoes not have\b.{0,40}\bany data\b/is,
  /\bno existe\b/i,
  /\bobject_not_found\b/i,
  /\breturned 0 objects\b/i,
  /\bwe do not have an entry\b/i,
  /\bnot known in\b/i,
  /\bno_se_encontro\b/i,
  /\bnot available in our whois database\b/i,
  /\bnicht (?:registriert|vergeben)\b/i,
  /^query_status:\s*220\b/im,
];

/** Values of a status line that mean nobody has the name. */
const FREE_STATUS =
  /^(?:free|available|no object found|not registered|unassigned|unassignable|not allowed|avail|inactive - free|invalid)\b/i;

const THROTTLED: readonly RegExp[] = [
  /\b(?:quota|limit|maximum)\b.{0,60}\b(?:exceeded|reached)\b/is,
  /\b(?:exceeded|reached)\b.{0,60}\b(?:quota|limit|maximum|number of)\b/is,
  /\btoo many (?:requests|queries|connections)\b/i,
  /\bonly \d+ requests? per\b/i,
  /\b(?:server|service) (?:is )?too busy\b/i,
  /\bplease (?:slow down|go away)\b/i,
  /\bexcessive querying\b/i,
  /\b(?:access|connection|query) (?:has been )?(?:denied|refused|blocked)\b/i,
  /\brequest (?:was )?(?:denied|refused|throttled)\b/i,
  /\bblacklisted\b/i,
  /\bquery rate\b.{0,30}\btoo high\b/i,
  /\bresponse_throttled\b/i,
  /\btemporarily not be answered\b/i,
  /^query_status:\s*440\b/im,
  /\bip address blocked\b/i,
  /\bdatabase is currently (?:down|unavailable)\b/i,
];

/** Said in a line of its own, this is no term of use. */
const THROTTLED_PLAINLY = /^\W{0,6}too many (?:requests|queries)\b/im;

export const saysThrottledPlainly = (text: string): boolean => THROTTLED_PLAINLY.test(text);
export const saysFree = (text: string): boolean => FREE.some((sign) => sign.test(text));
export const isFreeStatus = (status: string): boolean => FREE_STATUS.test(status.trim());
export const saysThrottled = (text: string): boolean => THROTTLED.some((sign) => sign.test(text));
