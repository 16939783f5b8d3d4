// Points of a page audit in the sandbox. The parts of one point belong together.

export interface ReportPoint {
  readonly category: string;
  readonly strength: string;
  readonly problem: string;
  readonly advice: string;
}

export const REPORT: readonly ReportPoint[] = [
  {
    category: 'Content',
    strength: 'The first paragraph says what the page is about.',
    problem: 'The main text has fewer than 300 words.',
    advice: 'Extend the main text with answers to common questions.',
  },
  {
    category: 'Titles and headings',
    strength: 'Title and main heading fit together.',
    problem: 'The title does not name the most important product.',
    advice: 'Put the most important word at the start of the title.',
  },
  {
    category: 'Images',
    strength: 'Images have a suitable size.',
    problem: 'One image has no alternative text.',
    advice: 'Give each image an alternative text.',
  },
  {
    category: 'Links',
    strength: 'All internal links work.',
    problem: 'Related pages are linked only from the navigation.',
    advice: 'Link related pages to each other in the text.',
  },
  {
    category: 'Performance',
    strength: 'The server responds quickly.',
    problem: 'Scripts delay the first view.',
    advice: 'Load scripts after the visible content.',
  },
  {
    category: 'Structured data',
    strength: 'Language and canonical URL are set.',
    problem: 'The page has no structured data.',
    advice: 'Describe the company and its products with JSON-LD.',
  },
  {
    category: 'Mobile use',
    strength: 'The page adapts to small screens.',
    problem: 'Some links are close together on phones.',
    advice: 'Leave more space between links.',
  },
  {
    category: 'Metadata',
    strength: 'The page has its own description.',
    problem: 'The description does not say why to visit the page.',
    advice: 'Write a description that names a benefit for visitors.',
  },
];
