import { describe, expect, test } from 'vitest';
import type { ImportFormat } from '../../../contract/tracking-keywords.ts';
import { formatOf, type ImportTable, openTable, RowProblem, readRow } from './formats.ts';

const open = (text: string, format: ImportFormat = 'auto', columns?: Record<string, string>): ImportTable => {
  const table = openTable(text, format, columns);
  if ('unknown' in table) throw new Error(`unknown: ${table.unknown}`);
  return table;
};
const read = (text: string, format: ImportFormat = 'auto') => {
  const table = open(text, format);
  return { format: table.format, ignored: table.columns.ignored, rows: [...table.rows].map((row) => readRow(table, row)) };
};
const keywords = (text: string, format: ImportFormat = 'auto') => read(text, format).rows.map(({ keyword }) => keyword);

describe('a file', () => {
  test('is recognised by its first row', () => {
    expect(formatOf(['keyword', 'searchEngine', 'region'])).toBe('sextant');
    expect(formatOf(['ID', 'Keyword', 'Position', 'URL', 'Country', 'City', 'Device', 'Updated', 'Added', 'Tags'])).toBe('serpbear');
    expect(formatOf(['Top queries', 'Clicks', 'Impressions', 'CTR', 'Position'])).toBe('searchConsole');
    expect(formatOf(['Keyword', 'Date', 'URL', 'Position'])).toBe('serpstatHistory');
    expect(formatOf(['keyword', 'country', 'device', 'labels'])).toBe('ryte');
    expect(formatOf(['red shoes', 'us', '', 'desktop', '', ''])).toBe('serposcope');
    expect(formatOf(['red shoes'])).toBe('lines');
  });
  test('without a column of keywords is refused', () => {
    expect(openTable('a,b\n1,2', 'sextant')).toEqual({ unknown: 'keyword' });
  });
  test('can name its columns', () => {
    const table = open('phrase de recherche,pays\nchaussures,FR', 'auto', { keyword: 'Phrase de recherche', region: 'pays' });
    expect([...table.rows].map((row) => readRow(table, row).keyword)).toEqual([{ keyword: 'chaussures', region: 'FR' }]);
    expect(table.columns.names).toEqual({ keyword: 'phrase de recherche', region: 'pays' });
    expect(openTable('a,b', 'auto', { keyword: 'c' })).toEqual({ unknown: 'c' });
    expect(openTable('a,b', 'auto', { colour: 'a' })).toEqual({ unknown: 'colour' });
  });
});

describe('a list of lines', () => {
  test('has one keyword per line, commas included', () => {
    expect(keywords('red shoes\nshoes, red\n"quoted, too"')).toEqual([
      { keyword: 'red shoes' },
      { keyword: 'shoes, red' },
      { keyword: 'quoted, too' },
    ]);
  });
});

describe('an export of Sextant', () => {
  const HEADER = 'keyword,searchEngine,region,language,device,tags,targetUrl,starred,enabled,volume,note,state,position';
  test('has all fields of a keyword, and ignores the others', () => {
    const { rows, ignored } = read(
      `${HEADER}\nred shoes,bing,"Berlin,Berlin,Germany",de,mobile,a;b c,https://shop.example/x,true,false,1200,"Say ""hi""",found,3`,
    );
    expect(rows[0]!.keyword).toEqual({
      keyword: 'red shoes',
      searchEngine: 'bing',
      region: 'Berlin,Berlin,Germany',
      language: 'de',
      devices: ['mobile'],
      tags: ['a', 'b c'],
      targetUrl: 'https://shop.example/x',
      starred: true,
      enabled: false,
      volume: 1200,
      note: 'Say "hi"',
    });
    expect(ignored).toEqual(['state', 'position']);
    expect(rows[0]!.past).toBeNull();
  });
  test('loses the apostrophe that hides formulas from spreadsheets', () => {
    expect(keywords(`keyword,note\n'=1+1,'-5 degrees\n'plain,x`).map(({ keyword, note }) => [keyword, note])).toEqual([
      ['=1+1', '-5 degrees'],
      ["'plain", 'x'],
    ]);
  });
  test('may be written with semicolons and in any script', () => {
    expect(keywords('keyword;tags\nנעליים אדומות;"a,b"\n😀 shoes;')).toEqual([
      { keyword: 'נעליים אדומות', tags: ['a', 'b'] },
      { keyword: '😀 shoes' },
    ]);
  });
});

describe('other trackers', () => {
  test('SerpBear: tags are the rest of the line, and a dash means none', () => {
    const text = [
      'ID, Keyword, Position, URL, Country, City, Device, Updated, Added, Tags',
      '1, red shoes, 4, https://shop.example/, US, -, desktop, 2026-11-01, 2026-10-01, a,b, c',
      '2, blue shoes, -, -, DE, Berlin, mobile, 2026-11-01, 2026-10-01, -',
    ].join('\n');
    expect(read(text).format).toBe('serpbear');
    expect(keywords(text)).toEqual([
      { keyword: 'red shoes', region: 'US', devices: ['desktop'], tags: ['a', 'b', 'c'] },
      { keyword: 'blue shoes', region: 'Berlin,Germany', devices: ['mobile'] },
    ]);
  });
  test('Serposcope: no header, and only the first column is needed', () => {
    expect(keywords('red shoes,us,google.com,mobile,,\nblue shoes\ntea,us,,desktop,"Austin,Texas",', 'serposcope')).toEqual([
      { keyword: 'red shoes', region: 'us', devices: ['mobile'] },
      { keyword: 'blue shoes' },
      { keyword: 'tea', region: 'Austin,Texas', devices: ['desktop'] },
    ]);
  });
  test('Search Console: positions and impressions are averages and never imported', () => {
    const { rows, ignored } = read('Top queries,Clicks,Impressions,CTR,Position\nred shoes,10,1000,1%,4.5');
    expect(rows).toEqual([{ keyword: { keyword: 'red shoes' }, past: null }]);
    expect(ignored).toEqual(['Clicks', 'Impressions', 'CTR', 'Position']);
  });
  test('Search Console: countries have three letters, devices capitals', () => {
    expect(keywords('query,country,device,clicks,impressions\nred shoes,deu,MOBILE,1,2\nblue shoes,GBR,DESKTOP,1,2')).toEqual([
      { keyword: 'red shoes', region: 'DE', devices: ['mobile'] },
      { keyword: 'blue shoes', region: 'GB', devices: ['desktop'] },
    ]);
  });
  test('Ryte: labels with semicolons', () => {
    expect(keywords('keyword,country,device,labels\nred shoes,DE,mobile,a;b')).toEqual([
      { keyword: 'red shoes', region: 'DE', devices: ['mobile'], tags: ['a', 'b'] },
    ]);
  });
  test('AccuRanker, Semrush and Ahrefs: names with spaces, volumes with separators', () => {
    expect(keywords('Keyword,Tags,Search type,Location,Search volume\nred shoes,"a, b",2,London,"1,200"')).toEqual([
      { keyword: 'red shoes', tags: ['a', 'b'], devices: ['mobile'], region: 'London', volume: 1200 },
    ]);
    expect(read('Keyword,Volume,Position,URL\nred shoes,880,3,https://shop.example/').rows).toEqual([
      { keyword: { keyword: 'red shoes', volume: 880 }, past: null },
    ]);
    expect(keywords('Keyword,Volume\nred shoes,10 - 100')).toEqual([{ keyword: 'red shoes' }]);
  });
  test('Serpstat: points of the past', () => {
    const { rows } = read(
      'keyword,date,url,position\nred shoes,2026-10-01,https://shop.example/,4\nred shoes,2026-10-02,-,0\nred shoes,2026-10-03,,>100',
    );
    expect(rows.map(({ past }) => past)).toEqual([
      { day: '2026-10-01', position: 4, url: 'https://shop.example/' },
      { day: '2026-10-02', position: 0, url: null },
      { day: '2026-10-03', position: 0, url: null },
    ]);
  });
});

describe('a wrong line', () => {
  const problemOf = (text: string): string => {
    try {
      read(text);
    } catch (error) {
      expect(error).toBeInstanceOf(RowProblem);
      return (error as Error).message;
    }
    return 'none';
  };
  test('says what is wrong', () => {
    expect(problemOf('keyword,tags\n,a')).toBe('has no keyword');
    expect(problemOf('keyword,device\na,fridge')).toBe('the device “fridge” is not known');
    expect(problemOf('keyword,search engine\na,Altavista')).toBe('the search engine “Altavista” is not known');
    expect(problemOf('keyword,starred\na,maybe')).toBe('starred must be true or false');
    expect(problemOf('keyword,date,position\na,yesterday,3')).toBe('date must be a day such as 2026-11-18');
    expect(problemOf('keyword,date,position\na,2026-10-01,third')).toBe('position must be a whole number');
  });
  test('names engines as people write them', () => {
    expect(keywords('keyword,engine\na,Google\nb,google.de\nc,BING\nd,DuckDuckGo').map(({ searchEngine }) => searchEngine)).toEqual([
      'google',
      'google',
      'bing',
      'duckduckgo',
    ]);
  });
});

describe('files as people have them', () => {
  test('Search Console in other languages, with semicolons, a BOM and Windows line ends', () => {
    const text = '\ufeffHäufigste Suchanfragen;Klicks;Impressionen;CTR;Position\r\nrote schuhe;10;1000;1 %;4,5\r\n';
    expect(read(text)).toMatchObject({ format: 'searchConsole', rows: [{ keyword: { keyword: 'rote schuhe' }, past: null }] });
    for (const name of ['Requêtes les plus fréquentes', 'Consultas principales', '上位のクエリ', 'Query principali'])
      expect(read(`${name},Clics,Impressions,CTR,Position\nx,1,2,3%,4`)).toMatchObject({ format: 'searchConsole' });
    // An accent as a character of its own, as file systems of Apple write it.
    expect(read(`${'Requêtes les plus fréquentes'.normalize('NFD')},Clics\nx,1`).format).toBe('searchConsole');
  });
  test('Semrush: titles and empty lines are above the header', () => {
    const text = [
      'Semrush Position Tracking Rankings Overview',
      'Project,Shop',
      '',
      'Keyword,Tags,Intents,*.shop.example/*_20261110,*.shop.example/*_20261110_landing,Search Volume',
      'red shoes,summer,informational,4,https://shop.example/red,"1,200"',
      ',x,,,,',
    ].join('\n');
    const table = open(text);
    const rows = [...table.rows];
    expect(table.format).toBe('sextant');
    expect(readRow(table, rows[0]!).keyword).toEqual({ keyword: 'red shoes', tags: ['summer'], volume: 1200 });
    expect(rows.map(({ line }) => line)).toEqual([5, 6]);
  });
  test('Keyword Planner: tabs below a title with commas', () => {
    const text =
      'Keyword Stats 2026-11-18\n"May 1, 2026 - April 30, 2027"\nKeyword\tCurrency\tAvg. monthly searches\nred shoes\tEUR\t5000\n';
    expect(keywords(text)).toEqual([{ keyword: 'red shoes', volume: 5000 }]);
  });
  test('a list stays a list, even if a line reads like a header', () => {
    expect(keywords('red shoes\nkeyword\nkeyword, research')).toHaveLength(3);
  });
  test('SerpBear with its columns in another order', () => {
    const text = 'Tags,ID,Keyword,Position,URL,Country,City,Device,Updated,Added\n"a,b",1,red shoes,4,-,US,-,desktop,2026-11-01,2026-10-01';
    expect(read(text).format).toBe('serpbear');
    expect(keywords(text)).toEqual([{ keyword: 'red shoes', region: 'US', devices: ['desktop'], tags: ['a', 'b'] }]);
  });
  test('languages are locales or names, and devices have several names', () => {
    const text = 'keyword,language,device\na,English,Phone\nb,de-AT,PC\nc,pt_BR,Desktop\nd,EN,Mobile\ne,Hebrew,';
    expect(keywords(text).map(({ language, devices }) => [language, devices?.[0]])).toEqual([
      ['en', 'mobile'],
      ['de', 'desktop'],
      ['pt', 'desktop'],
      ['en', 'mobile'],
      ['he', undefined],
    ]);
  });
  test('Semrush and Ahrefs name the country in their own ways', () => {
    expect(keywords('database;Keyword;Search Volume;Keyword Difficulty Index\nus;red shoes;8100;68')).toEqual([
      { keyword: 'red shoes', region: 'us', volume: 8100 },
    ]);
    expect(keywords('#,Keyword,Country,Difficulty,Volume,CPC\n1,red shoes,gb,12,880,1.5')).toEqual([
      { keyword: 'red shoes', region: 'gb', volume: 880 },
    ]);
  });
});
