// Centres of areas, computed from their towns.

const RADIANS = Math.PI / 180;
const vectorOf = ([latitude, longitude]) => {
  const flat = Math.cos(latitude * RADIANS);
  return [flat * Math.cos(longitude * RADIANS), flat * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)];
};

/** Occupied cells: the mean of their points, and a weight. */
function cellsOf(points, degrees, weightOf) {
  const cells = new Map();
  for (const point of points) {
    const wide = degrees / Math.max(0.1, Math.cos(point.at[0] * RADIANS));
    const key = `${Math.floor(point.at[0] / degrees)}:${Math.floor(point.at[1] / wide)}`;
    const cell = cells.get(key) ?? { sum: [0, 0], count: 0, population: 0 };
    cell.sum[0] += point.at[0];
    cell.sum[1] += point.at[1];
    cell.count++;
    cell.population += point.population ?? 0;
    cells.set(key, cell);
  }
  return [...cells.values()].map((cell) => ({
    vector: vectorOf([cell.sum[0] / cell.count, cell.sum[1] / cell.count]),
    weight: weightOf(cell.population),
  }));
}

/**
 * Returns the point with the smallest total distance to the occupied cells. A median, not a mean: remote islands such
 * as Hawaii or the Azores do not move the centre into the sea. Unit vectors handle the antimeridian.
 */
function medianOf(cells) {
  let at = [0, 1, 2].map((axis) => cells.reduce((sum, { vector }) => sum + vector[axis], 0) / cells.length);
  for (let round = 0; round < 60; round++) {
    let total = 0;
    const sum = [0, 0, 0];
    for (const { vector, weight } of cells) {
      const share = weight / Math.max(1e-9, Math.hypot(vector[0] - at[0], vector[1] - at[1], vector[2] - at[2]));
      total += share;
      for (let axis = 0; axis < 3; axis++) sum[axis] += vector[axis] * share;
    }
    at = sum.map((value) => value / total);
  }
  return [Math.atan2(at[2], Math.hypot(at[0], at[1])) / RADIANS, Math.atan2(at[1], at[0]) / RADIANS];
}

/**
 * The centre of the inhabited area of a country. Every cell counts once, so that dense towns do not move the centre.
 */
export function centreOfCountry(points) {
  const cells = cellsOf(points, 0.5, () => 1);
  return medianOf(cells.length < 20 ? cellsOf(points, 0.05, () => 1) : cells);
}

/** Below countries large towns count more: a query for the province of a big city means the area around that city. */
export function centreOfDivision(points, degrees) {
  return medianOf(cellsOf(points, degrees, (population) => Math.cbrt(population + 100)));
}

export function kilometres([latitude, longitude], [otherLatitude, otherLongitude]) {
  const a = Math.sin(((otherLatitude - latitude) * RADIANS) / 2) ** 2;
  const b = Math.sin(((otherLongitude - longitude) * RADIANS) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(a + Math.cos(latitude * RADIANS) * Math.cos(otherLatitude * RADIANS) * b));
}
