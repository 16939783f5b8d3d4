// Chance that can be repeated: everything drawn comes from one seed.

export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)],
    /** A stream of its own for one target, so that leaving out another changes nothing in it. */
    fork: (name) => createRandom([...name].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 16_777_619), state ^ 0x811c9dc5)),
  };
}
