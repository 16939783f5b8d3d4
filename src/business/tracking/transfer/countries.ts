// Countries and languages as other trackers write them: codes of three letters (ISO 3166-1 alpha-3), locales and English names.

/** Five letters each: the code of three, then that of two. */
const CODES =
  'AFGAF ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB BLRBY BELBE BLZBZ BENBJ ' +
  'BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM CANCA CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX ' +
  'CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE ' +
  'SWZSZ ETHET FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG ' +
  'GINGN GNBGW GUYGY HTIHT HMDHM VATVA HNDHN HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ ' +
  'KENKE KIRKI PRKKP KORKR KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH ' +
  'MTQMQ MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI NERNE NGANG ' +
  'NIUNU NFKNF MKDMK MNPMP NORNO OMNOM PAKPK PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR QATQA REURE ROURO RUSRU RWARW ' +
  'BLMBL SHNSH KNAKN LCALC MAFMF SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS ' +
  'SSDSS ESPES LKALK SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV ' +
  'UGAUG UKRUA AREAE GBRGB USAUS UMIUM URYUY UZBUZ VUTVU VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW XKXXK';

const BY_THREE: ReadonlyMap<string, string> = new Map(CODES.split(' ').map((code) => [code.slice(0, 3), code.slice(3)]));

/** Returns the region of a cell: a code of three letters becomes one of two, other texts stay. */
export const countryOf = (text: string): string => BY_THREE.get(text.toUpperCase()) ?? text;

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Returns the name of a country as regions have it after a city, such as `Berlin,Germany`. Other texts stay. */
export const countryNameOf = (text: string): string => (/^[a-z]{2}$/i.test(text) && NAMES.of(text.toUpperCase())) || text;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
let codesByName: ReadonlyMap<string, string> | null = null;

/** English names of all languages with a code of two letters. */
function languageCodes(): ReadonlyMap<string, string> {
  if (codesByName) return codesByName;
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  // Retired codes have the names of their successors, such as iw and he.
  const codes = pairs.filter((code) => Intl.getCanonicalLocales(code)[0] === code);
  codesByName = new Map(codes.flatMap((code) => (names.of(code) === undefined ? [] : [[names.of(code)!.toLowerCase(), code]])));
  return codesByName;
}

/** Returns the code of a language: `de` of de-AT, `en` of English. Other texts stay. */
export function languageOf(text: string): string {
  const folded = text.trim().toLowerCase();
  const [code] = /^[a-z]{2}(?=[-_][a-z]{2,4}$)/.exec(folded) ?? [];
  return code ?? languageCodes().get(folded) ?? folded;
}
