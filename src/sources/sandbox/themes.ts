// Themes of the sandbox: the vocabulary of one field each, chosen by the words of the query.

/** Boxes that a result page can show beside its list. */
export type Box = 'offers' | 'overview' | 'featured' | 'questions' | 'panel' | 'places' | 'videos' | 'images' | 'stories' | 'posts';

export interface Theme {
  /** Also the motif of its pictures. */
  readonly name: string;
  /** Queries with one of these words have the theme. */
  readonly pattern: RegExp;
  /** The type of the subject in a knowledge panel. */
  readonly subject: string;
  /** Properties that tests compare. */
  readonly qualities: readonly string[];
  readonly audiences: readonly string[];
  /** Categories of local businesses. */
  readonly businesses: readonly string[];
  /** Names of products. */
  readonly models: readonly string[];
  /** The lowest price, and the distance to the highest. */
  readonly prices: readonly [from: number, spread: number];
  /** Whole sentences for AI answers. */
  readonly advice: readonly string[];
  /** Boxes that every first page of the theme shows. The others depend on the query. */
  readonly boxes: readonly Box[];
  /** Names of sites that rank for every query of the theme. Absent: each query has its own sites. */
  readonly regulars?: readonly string[];
}

const GENERAL: Theme = {
  name: 'general',
  pattern: /./,
  subject: 'Topic',
  qualities: ['quality', 'price', 'durability', 'service', 'ease of use', 'availability'],
  audiences: ['beginners', 'families', 'professionals', 'small budgets', 'everyday use'],
  businesses: ['Shop', 'Store', 'Service', 'Showroom'],
  models: ['Classic', 'Plus', 'Prime', 'Basic', 'Select', 'Studio'],
  prices: [15, 180],
  advice: [
    'Compare at least three offers before you decide.',
    'Recent reviews say more than old ratings.',
    'A clear return policy saves trouble later.',
    'The cheapest offer is rarely the best value over two years.',
    'Ask for the total price with all fees.',
  ],
  boxes: [],
};

const THEMES: readonly Theme[] = [
  {
    name: 'fashion',
    pattern: /\b(?:shoes?|sneakers?|boots?|dress(?:es)?|jackets?|coats?|jeans|shirts?|fashion|clothes|bags?|backpacks?|watch(?:es)?)\b/i,
    subject: 'Clothing and footwear',
    qualities: ['fit', 'cushioning', 'weight', 'grip', 'breathability', 'durability'],
    audiences: ['wide feet', 'long distances', 'everyday wear', 'rainy days', 'beginners'],
    businesses: ['Shoe store', 'Clothing store', 'Sportswear store', 'Boutique'],
    models: ['Aero 3', 'Trail Lite', 'Cloudline', 'Pacer 12', 'Summit', 'Breeze'],
    prices: [39, 160],
    advice: [
      'Try them on in the evening, when feet are at their largest.',
      'Leave a thumb’s width of space in front of the longest toe.',
      'Replace the pair after 600 to 800 kilometres.',
      'Last year’s model is often a third cheaper and hardly different.',
      'Free returns matter, because sizes differ between brands.',
    ],
    boxes: ['offers', 'images'],
  },
  {
    name: 'food',
    pattern:
      /\b(?:tea|coffee|pizza|restaurants?|recipes?|cake|bread|wine|beer|sushi|burgers?|chocolate|cheese|pasta|breakfast|food|cafe)\b/i,
    subject: 'Food and drink',
    qualities: ['flavour', 'freshness', 'origin', 'aroma', 'price per portion', 'sweetness'],
    audiences: ['beginners', 'connoisseurs', 'families', 'vegans', 'cold days'],
    businesses: ['Restaurant', 'Café', 'Delicatessen', 'Tea house', 'Bakery'],
    models: ['First Harvest', 'House Blend', 'Reserve', 'Garden Selection', 'Morning', 'Heritage'],
    prices: [4, 30],
    advice: [
      'Freshness matters more than the brand.',
      'Buy small amounts and store them dark and dry.',
      'Water that is too hot makes the taste bitter.',
      'Organic labels guarantee regular tests for residues.',
      'Local shops often let you taste before you buy.',
    ],
    boxes: ['places', 'images'],
  },
  {
    name: 'electronics',
    pattern:
      /\b(?:laptops?|phones?|smartphones?|iphone|headphones?|cameras?|monitors?|tablets?|tv|televisions?|printers?|keyboards?|gpu)\b/i,
    subject: 'Consumer electronics',
    qualities: ['battery life', 'display', 'performance', 'noise', 'weight', 'connections'],
    audiences: ['students', 'travellers', 'photo editing', 'the home office', 'gaming'],
    businesses: ['Electronics store', 'Computer store', 'Repair service'],
    models: ['Slate 14', 'Pro X2', 'Air 13', 'One', 'Studio 16', 'Mini'],
    prices: [149, 1300],
    advice: [
      'Pick at least 16 GB of memory if it cannot be upgraded later.',
      'Measured battery life is about two thirds of what makers state.',
      'A bright matt display helps near a window.',
      'Updates for five years or more are worth a higher price.',
      'Refurbished devices with a warranty save up to 40 percent.',
    ],
    boxes: ['offers', 'videos'],
  },
  {
    name: 'travel',
    pattern: /\b(?:hotels?|flights?|travel|holidays?|vacation|beach|hostels?|tours?|cruises?|airports?|trips?|camping)\b/i,
    subject: 'Travel',
    qualities: ['location', 'breakfast', 'cleanliness', 'quiet rooms', 'service', 'price per night'],
    audiences: ['families', 'couples', 'business trips', 'short stays', 'small budgets'],
    businesses: ['Hotel', 'Guest house', 'Hostel', 'Travel agency'],
    models: ['City Break', 'Weekend', 'Grand Tour', 'Coast Week', 'Explorer', 'Getaway'],
    prices: [59, 260],
    advice: [
      'Book six to eight weeks ahead for the lowest prices.',
      'Rates with free cancellation cost little more.',
      'A room to the courtyard is quieter than one to the street.',
      'Check whether the city tax is part of the price.',
      'Stays from Sunday to Thursday are cheaper than weekends.',
    ],
    boxes: ['places', 'images'],
  },
  {
    name: 'home',
    pattern:
      /\b(?:garden|chairs?|sofas?|dining tables?|lamps?|beds?|mattress(?:es)?|kitchen|furniture|curtains?|paint|tools?|lawn|plants?)\b/i,
    subject: 'Home and garden',
    qualities: ['comfort', 'material', 'stability', 'care', 'weather resistance', 'assembly'],
    audiences: ['small flats', 'balconies', 'families', 'rented homes', 'large gardens'],
    businesses: ['Furniture store', 'Garden centre', 'Home goods store', 'Carpenter'],
    models: ['Nook', 'Terrace', 'Loft', 'Harmony', 'Oslo', 'Fold'],
    prices: [29, 420],
    advice: [
      'Measure the doorway as well as the room.',
      'Oiled hardwood lasts outdoors for ten years and longer.',
      'Covers that come off are far easier to clean.',
      'Check the permitted load before you buy.',
      'Order fabric samples, because screens change colours.',
    ],
    boxes: ['offers', 'images'],
  },
  {
    name: 'services',
    pattern:
      /\b(?:plumbers?|dentists?|doctors?|lawyers?|electricians?|hairdressers?|barbers?|near me|repairs?|cleaning|insurance|gyms?)\b/i,
    subject: 'Local service',
    qualities: ['response time', 'punctuality', 'fair prices', 'advice', 'appointments', 'cleanliness'],
    audiences: ['emergencies', 'families', 'tenants', 'companies', 'weekends'],
    businesses: ['Plumber', 'Repair service', 'Dental practice', 'Law office', 'Hair salon'],
    models: ['Basic', 'Complete', 'Express', 'Care', 'Plus', 'Direct'],
    prices: [45, 190],
    advice: [
      'Ask for a written estimate before work begins.',
      'Call-out fees differ more than hourly rates.',
      'Check that the company is insured.',
      'Two recent references are better than a long list.',
      'Appointments early in the week are easier to get.',
    ],
    boxes: ['places', 'questions'],
  },
  {
    name: 'software',
    pattern: /\b(?:software|apps?|crm|seo|hosting|vpn|api|database|cloud|antivirus|website|analytics|rank tracker)\b/i,
    subject: 'Software',
    qualities: ['setup time', 'integrations', 'support', 'reporting', 'security', 'price per user'],
    audiences: ['small teams', 'agencies', 'developers', 'large companies', 'freelancers'],
    businesses: ['Software company', 'Marketing agency', 'IT service'],
    models: ['Starter', 'Team', 'Business', 'Cloud', 'Insight', 'Flow'],
    prices: [9, 140],
    advice: [
      'Test with your own data during the trial period.',
      'Check how you can export everything before you commit.',
      'Prices per user grow faster than prices per workspace.',
      'An open API prevents manual work later.',
      'Look for two-factor sign-in and an audit log.',
    ],
    boxes: ['overview', 'videos'],
  },
  {
    name: 'current',
    pattern: /\b(?:news|weather|election|stocks?|football|results today|bitcoin|forecast)\b/i,
    subject: 'Current events',
    qualities: ['accuracy', 'speed', 'background', 'independence', 'local coverage', 'clarity'],
    audiences: ['commuters', 'investors', 'sports fans', 'early risers', 'the weekend'],
    businesses: ['Newspaper', 'Radio station', 'Broadcaster'],
    models: ['Daily', 'Live', 'Briefing', 'Weekend', 'Monitor', 'Ticker'],
    prices: [2, 20],
    advice: [
      'Compare two independent sources before you share a report.',
      'Look at the time of the last update.',
      'Forecasts beyond seven days are only a trend.',
      'Official services publish warnings first.',
      'Headlines change faster than facts.',
    ],
    boxes: ['stories', 'posts'],
  },
  {
    name: 'navigation',
    pattern: /\b(?:nautical|marine|chronometers?|barometers?|sailing)\b/i,
    subject: 'Navigation',
    qualities: ['accuracy', 'waterproofing', 'readability', 'weight', 'calibration', 'material'],
    audiences: ['day trips', 'long passages', 'small boats', 'collectors', 'beginners'],
    businesses: ['Ship chandler', 'Boat shop', 'Antiques shop', 'Sailing school'],
    models: ['Bosun', 'Meridian', 'Polaris', 'Mate 7', 'Harbour', 'Northing'],
    prices: [24, 380],
    advice: [
      'Calibrate every instrument before a long passage.',
      'Fresh water after each trip keeps brass and steel in order.',
      'Carry a second instrument that needs no battery.',
      'Large scales are easier to read in rough water.',
      'Printed charts still work when the power is gone.',
    ],
    boxes: ['offers', 'overview'],
    // The demo project of tracking needs one domain with positions for many keywords.
    regulars: ['Halbeck Store', 'Corlund Direct', 'Ravmere Review', 'Tamstow Market'],
  },
];

const QUESTION = /^(?:what|how|why|who|when|where|which|is|are|can|does|do)\b|\?\s*$/i;

/** Longer queries are prompts. Their first words are enough. */
const LENGTH_MAX = 300;

export const isQuestion = (words: string): boolean => QUESTION.test(words.slice(0, LENGTH_MAX));

export function themeOf(words: string): Theme {
  const text = words.slice(0, LENGTH_MAX);
  const theme = THEMES.find(({ pattern }) => pattern.test(text)) ?? GENERAL;
  // A question shows answers instead of products.
  return isQuestion(text) ? { ...theme, boxes: ['overview', 'questions'] } : theme;
}
