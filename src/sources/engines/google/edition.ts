// Editions of Google News: three parameters that must name the same language and country.
import type { SerpQuery } from '../../serp.ts';

/** Returns an edition's spelling of a language: for `hl`, and inside `ceid`. */
function spellingOf(language: string, country: string): { hl: string; inside: string } {
  if (language === 'en') return { hl: `en-${country}`, inside: 'en' };
  if (language === 'es') return country === 'ES' ? { hl: 'es', inside: 'es' } : { hl: 'es-419', inside: 'es-419' };
  if (language === 'pt') return country === 'PT' ? { hl: 'pt-PT', inside: 'pt-150' } : { hl: 'pt-BR', inside: 'pt-419' };
  if (language === 'zh') {
    if (country === 'HK') return { hl: 'zh-HK', inside: 'zh-Hant' };
    return country === 'TW' || country === 'MO' ? { hl: 'zh-TW', inside: 'zh-Hant' } : { hl: 'zh-CN', inside: 'zh-Hans' };
  }
  return { hl: language, inside: language };
}

export function editionParameters({ language, place }: SerpQuery): Record<'hl' | 'gl' | 'ceid', string> {
  const country = place.countryCode.toUpperCase();
  const { hl, inside } = spellingOf(language, country);
  return { hl, gl: country, ceid: `${country}:${inside}` };
}
