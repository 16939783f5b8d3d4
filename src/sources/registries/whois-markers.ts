// Sentences with which registries report a free name, or too many queries.

/** The same in other languages. Registries write accents or omit them. */
const OTHER_LANGUAGES: readonly RegExp[] = [
  /\bno (?:se encuentra|est[aá]|se encontr[oó]|se encontraron|hay)\b.{0,40}\b(?:registrad[oa]s?|registros?|resultados?|datos)\b/i,
  /\bno se encontr(?:[oó]|aron)\b|\bdominio (?:est[aá] )?(?:disponible|libre)\b/i,
  /\bn[aã]o (?:est[aá] |foi |se encontra )?(?:registad[oa]|registrad[oa]|encontrad[oa]|existe)|\bdom[ií]nio (?:est[aá] )?(?:dispon[ií]vel|livre)/i,
  /\bkein(?:e)? (?:eintrag|eintr[aä]ge|daten|objekt\w{0,2}|treffer)\b/i,
  /\bnessun(?:o|a)? (?:risultato|oggetto|dominio|record|dato)\b/i,
  /\bnon (?:[eè] )?(?:registrat[oa]|trovat[oa]|esiste)|\bdominio (?:[eè] )?(?:libero|disponibile)\b/i,
  /\bpas (?:enregistr|trouv)[eé]|\baucun(?:e)? (?:objet|r[eé]sultat|domaine|donn[eé]e|enregistrement|information)|\bdomaine (?:est )?(?:libre|disponible)\b/i,
  /\b(?:niet|ikke|inte|ej) (?:gevonden|geregistreerd|funnet|fundet|registreret|hittades|hittad|registrerad|registrert)|\bfinns inte\b/i,
  /\b(?:nie (?:jest zarejestrowana|istnieje|znaleziono)|jest wolna|brak (?:danych|wynik[oó]w))/i,
  /\b(?:nebyla? nalezena?|nenalezen[ao]?|neexistuje|je voln[aá]|nen[ií] registrov[aá]na|nie je registrovan[aá]|nenajden[ay]?)/i,
  /\bnincs (?:tal[aá]lat|ilyen|bejegyezve)|\bei (?:l[oö]ydy|l[oö]ytynyt|ole rekister[oö]ity|leitud)/i,
  /\b(?:nije (?:registr|prona)|ne postoji|ni registrirana|nu (?:este [iî]nregistrat|a fost g[aă]sit|exist[aă]))/i,
  /(?:kay[iı]tl[iı] de[gğ]il|bulunamad[iı]|ch[uư]a (?:[dđ][uư][oợ]c )?[dđ][aă]ng k[yý]|kh[oô]ng t[iì]m th[aấ]y|tidak (?:ditemukan|terdaftar))/i,
  /(?:домен|имя|запис|объект|доменн).{0,40}(?:свобод|не (?:зарегистр|найден|существ|делегир|знайден|зареєстр|існує))|(?:не найдено|вільний)/i,
  /(?:未注册|未註冊|无匹配|無匹配|没有找到|沒有找到|不存在|查無|見つかりません|登録されていません|등록되어 있지 않|존재하지 않)/,
  /(?:غير مسجل|לא נמצא|לא רשום|ثبت نشده|ไม่พบ)/,
];

const FREE: readonly RegExp[] = [
  /\bno match(?:ing)?\b(?! of)/i,
  /\b(?:domain|object|entry|record|data|name)s? +(?:is |was |has |have |can|could )?(?:not been|not)(?: be)? (?:found|registered|known|exist)/i,
  /\b(?:was |is |are )?not (?:found|exist|exists|present|listed) in\b/i,
  /[a-z0-9]["']? not exists?\b/i,
  /\bno (?:results?|matches)\b|\bno found\b|^[^\w\n]{0,6}0 (?:results|records|matches|objects)\b/im,
  /\b(?:unknown domain|domain (?:name )?(?:is )?(?:unknown|unregistered|free))\b/i,
  /\b(?:still|currently|yet) (?:unregistered|free)\b(?! of)/i,
  /(?<!not )\b(?:free|available|open) for registration\b/i,
  /\bno whois (?:information|data|record|server entry)\b/i,
  /\bhas no (?:registration|whois|such)\b.{0,20}\b(?:records?|data|entry)\b/i,
  /\bnothing (?:was |has been )?found\b/i,
  /\bdomain status: ?(?:available|free|not registered)\b/i,
  /^[^\w\n]{0,20}not found\b/im,
  /\bnot found\W{0,3}$/im,
  /\bno domain records\b/i,
  /^invalid domain name\b/im,
  /\bno (?:entries|entry|data|object|objects|record|records|information|such domain)\b.{0,40}\b(?:found|available|exist)/i,
  /\bno such domain\b/i,
  /\bcould not find (?:the|this|that|your|any)\b/i,
  /\b(?:ikke|niet|nie|ej|no|nao|non) (?:registrert|gevonden|znaleziono|registrerad|registrado|encontrado|encontrada|trouve|trovato)\b/i,
  /^organi[sz]ation:\s*not assigned\s*$/im,
  /^query_status:\s*510\b/im,
  /\bdoes not exist\b/i,
  /\bis (?:not registered|available for (?:registration|purchase)|free\b(?! of)|available\.?\s*$)/im,
  /\bnot registered\b/i,
  /\bdomain (?:name )?(?:is )?available\b/i,
  /^[^\w\n]{0,20}available[^\w\n]{0,20}$/im,
  /\bdoes not have\b.{0,40}\bany data\b/is,
  /\bno existe\b/i,
  /\bobject_not_found\b/i,
  /\breturned 0 objects\b/i,
  /\bwe do not have an entry\b/i,
  /\bnot known in\b/i,
  /\bno_se_encontro\b/i,
  /\bnot available in our whois database\b/i,
  /\bnicht (?:registriert|vergeben|gefunden|vorhanden)\b|\bdomain ist (?:noch )?(?:frei|verf[uü]gbar)\b/i,
  /\bno (?:entries|entry|records?|objects?|domains?|data) (?:match|for|of|about)\b/i,
  /\bis (?:un(?:assigned|registered|allocated)|vacant)\b|\b(?:is|has) not (?:yet )?(?:been )?(?:registered|assigned|delegated)\b/i,
  /\b(?:name|domain) \S{3,80} can be registered\b/i,
  ...OTHER_LANGUAGES,
  /^query_status:\s*220\b/im,
];

/** Values of a status line for a free name. */
const FREE_STATUS =
  /^(?:free|available|unregistered|unallocated|vacant|disponible|dispon[ií]vel|disponibile|frei|libre|livre|libero|voln[ay]|свобод\S{1,4}|no object found|not registered|unassigned|unassignable|not allowed|avail|inactive - free|invalid)\b/i;

/** Values of a status line for a name in use. */
const ACTIVE_STATUS = /^(?:ok|active|connect(?:ed)?|registered|delegated|(?:client|server)\s?\w+prohibited)$/i;

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
  /\bip address blocked\b|\b(?:ip|address|you|client)\b.{0,30}\b(?:is|are|been|was) (?:blocked|banned|blacklisted|throttled)\b/i,
  /\brate[- ]?limit(?:ed|ing)?\b|\bgrace period of \d|\bin grace period, wait\b/i,
  /^[^\w\n]{0,4}\d{0,3}[^\w\n]{0,4}(?:access )?denied[^\w\n]{0,4}$/im,
  /\brequests of this client are not permitted\b|\bnot authori[sz]ed to access or query\b/i,
  /\b(?:server|system|service)\b.{0,20}\boverload(?:ed)?\b|^[^\w\n]{0,6}busy\b/im,
  /\bquery limitation\b|\bdaily (?:limit|quota)\b/i,
  /\b(?:excedid[oa]|super(?:ou|ado)|alcanzad[oa])\b.{0,30}\b(?:l[ií]mite|consultas|cota)\b|\bd[eé]pass[eé]\b.{0,30}\b(?:limite|quota)\b/i,
  /(?:превышен|слишком много запросов|请求过于频繁|查询过于频繁|查詢次數)/i,
  /\bdatabase is currently (?:down|unavailable)\b/i,
];

/** On a separate line, this is not part of the terms of use. */
const THROTTLED_PLAINLY = /^\W{0,6}too many (?:requests|queries)\b/im;

export const isPlainlyThrottled = (text: string): boolean => THROTTLED_PLAINLY.test(text);
export const saysFree = (text: string): boolean => FREE.some((marker) => marker.test(text));
export const isFreeStatus = (status: string): boolean => FREE_STATUS.test(status.trim());
export const isActiveStatus = (status: string): boolean => ACTIVE_STATUS.test(status.trim());
export const isThrottled = (text: string): boolean => THROTTLED.some((marker) => marker.test(text));
