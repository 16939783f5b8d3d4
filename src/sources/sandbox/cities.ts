// Cities of the sandbox with coordinates, so that its businesses are in the requested region.

export interface City {
  readonly country: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Country, name in English, latitude and longitude. */
const TABLE = `
AE Dubai 25.20 55.27|AR Buenos Aires -34.60 -58.38|AT Vienna 48.21 16.37|AT Graz 47.07 15.44|AU Sydney -33.87 151.21|AU Melbourne -37.81 144.96
BE Brussels 50.85 4.35|BG Sofia 42.70 23.32|BR Sao Paulo -23.55 -46.63|BR Rio de Janeiro -22.91 -43.17|CA Toronto 43.65 -79.38|CA Vancouver 49.28 -123.12
CH Zurich 47.37 8.54|CH Geneva 46.20 6.14|CL Santiago -33.45 -70.67|CN Beijing 39.90 116.40|CN Shanghai 31.23 121.47|CO Bogota 4.71 -74.07
CZ Prague 50.08 14.44|CZ Brno 49.20 16.61|DE Berlin 52.52 13.40|DE Munich 48.14 11.58|DE Hamburg 53.55 9.99|DE Cologne 50.94 6.96
DE Frankfurt 50.11 8.68|DE Stuttgart 48.78 9.18|DE Leipzig 51.34 12.37|DE Dresden 51.05 13.74|DK Copenhagen 55.68 12.57|EE Tallinn 59.44 24.75
EG Cairo 30.04 31.24|ES Madrid 40.42 -3.70|ES Barcelona 41.39 2.17|FI Helsinki 60.17 24.94|FR Paris 48.86 2.35|FR Lyon 45.76 4.84
FR Marseille 43.30 5.37|GB London 51.51 -0.13|GB Manchester 53.48 -2.24|GB Edinburgh 55.95 -3.19|GR Athens 37.98 23.73|HK Hong Kong 22.32 114.17
HR Zagreb 45.81 15.98|HU Budapest 47.50 19.04|ID Jakarta -6.21 106.85|IE Dublin 53.35 -6.26|IL Tel Aviv 32.09 34.78|IN Mumbai 19.08 72.88
IN Delhi 28.61 77.21|IT Rome 41.90 12.50|IT Milan 45.46 9.19|JP Tokyo 35.68 139.69|JP Osaka 34.69 135.50|KE Nairobi -1.29 36.82
KR Seoul 37.57 126.98|KR Busan 35.18 129.08|LT Vilnius 54.69 25.28|LU Luxembourg 49.61 6.13|LV Riga 56.95 24.11|MA Casablanca 33.57 -7.59
MX Mexico City 19.43 -99.13|MY Kuala Lumpur 3.14 101.69|NG Lagos 6.52 3.38|NL Amsterdam 52.37 4.90|NL Rotterdam 51.92 4.48|NO Oslo 59.91 10.75
NZ Auckland -36.85 174.76|PE Lima -12.05 -77.04|PH Manila 14.60 120.98|PL Warsaw 52.23 21.01|PL Krakow 50.06 19.94|PT Lisbon 38.72 -9.14
RO Bucharest 44.43 26.10|RS Belgrade 44.79 20.45|RU Moscow 55.76 37.62|RU Saint Petersburg 59.93 30.34|SA Riyadh 24.71 46.68|SE Stockholm 59.33 18.07
SG Singapore 1.35 103.82|SI Ljubljana 46.06 14.51|SK Bratislava 48.15 17.11|TH Bangkok 13.76 100.50|TR Istanbul 41.01 28.98|TW Taipei 25.03 121.57
UA Kyiv 50.45 30.52|US New York 40.71 -74.01|US Chicago 41.88 -87.63|US Los Angeles 34.05 -118.24|US Austin 30.27 -97.74|US Seattle 47.61 -122.33
US Boston 42.36 -71.06|US San Francisco 37.77 -122.42|US Denver 39.74 -104.99|VN Hanoi 21.03 105.85|ZA Cape Town -33.92 18.42|ZA Johannesburg -26.20 28.05`;

export const CITIES: readonly City[] = TABLE.trim()
  .split(/[|\n]/)
  .map((row) => {
    const [, country, name, latitude, longitude] = /^([A-Z]{2}) (.+) (\S+) (\S+)$/.exec(row)!;
    return { country: country!, name: name!, latitude: Number(latitude), longitude: Number(longitude) };
  });

const plain = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

const BY_NAME: ReadonlyMap<string, City> = new Map(CITIES.map((city) => [plain(city.name), city]));

/** Returns the first city in a region's name such as `Munich,Bavaria,Germany`, or null. */
export function cityNamed(canonicalName: string): City | null {
  for (const part of canonicalName.split(',')) {
    const city = BY_NAME.get(plain(part));
    if (city) return city;
  }
  return null;
}

export const citiesOf = (country: string): readonly City[] => CITIES.filter((city) => city.country === country.toUpperCase());
