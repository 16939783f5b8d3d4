// Simple CSS selectors: names, ids, classes and attributes, as descendants or children.

export interface AttributeTest {
  readonly name: string;
  readonly operator: '' | '=' | '*=' | '^=' | '$=' | '~=' | '|=';
  readonly value: string;
}

export interface Compound {
  /** Empty for any name. */
  readonly name: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
}

/** A selector: the element itself, and the compounds around it. */
export interface Selector {
  readonly target: Compound;
  /** From the inside to the outside. `direct` means the parent. */
  readonly around: readonly { readonly compound: Compound; readonly direct: boolean }[];
}

const SELECTOR_MAX = 600;
const PIECE =
  /(?<space>\s*>\s*|\s+)|(?<comma>,)|#(?<id>[\w-]+)|\.(?<className>[\w-]+)|\[\s*(?<attribute>[^\s\]=*^$~|"']+)\s*(?:(?<operator>[*^$~|]?=)\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\]\s]+))\s*[is]?\s*)?\]|(?<name>\*|[a-z][\w-]*)/iy;

/** Returns null for unsupported selectors: siblings, pseudo-classes, invalid text. */
export function readSelectors(source: string): readonly Selector[] | null {
  const text = source.trim().replace(/\s*,\s*/g, ',');
  if (text === '' || text.length > SELECTOR_MAX) return null;
  const selectors: Selector[] = [];
  let steps: { compound: Compound; direct: boolean }[] = [];
  let compound: Compound | null = null;
  let direct = false;
  const close = (): boolean => {
    if (compound === null) return false;
    steps.push({ compound, direct });
    compound = null;
    return true;
  };
  const finish = (): boolean => {
    if (!close()) return false;
    const inward = steps.reverse();
    // Each step has its relation to the step outside of it, so the flags move one step outwards.
    const around = inward.slice(1).map((step, index) => ({ compound: step.compound, direct: inward[index]!.direct }));
    selectors.push({ target: inward[0]!.compound, around });
    steps = [];
    direct = false;
    return true;
  };
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const match = PIECE.exec(text)?.groups;
    if (!match) return null;
    if (match.space !== undefined) {
      if (!close()) return null;
      direct = match.space.includes('>');
    } else if (match.comma !== undefined) {
      if (!finish()) return null;
    } else {
      if (match.name !== undefined && compound !== null) return null;
      compound = extend(compound ?? { name: '', id: '', classes: [], attributes: [] }, match);
    }
  }
  return finish() ? selectors : null;
}

function extend(compound: Compound, match: Readonly<Record<string, string | undefined>>): Compound {
  if (match.name !== undefined) return { ...compound, name: match.name === '*' ? '' : match.name.toLowerCase() };
  if (match.id !== undefined) return { ...compound, id: match.id };
  if (match.className !== undefined) return { ...compound, classes: [...compound.classes, match.className] };
  const test: AttributeTest = {
    name: match.attribute!.toLowerCase(),
    operator: (match.operator ?? '') as AttributeTest['operator'],
    value: match.double ?? match.single ?? match.bare ?? '',
  };
  return { ...compound, attributes: [...compound.attributes, test] };
}
