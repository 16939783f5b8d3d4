// Centres of areas of which only the towns are known.

const RADIANS = Math.PI / 180;
const vectorOf = ([latitude, longitude]) => {
  const flat = Math.cos(latitude * RADIANS);
  return [flat * Math.cos(longitude * RADIANS), flat * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)];
};

/** One point per occupied cell, so that dense towns do not pull the centre towards the cities. */
function cellsOf(points, degrees) {
  const cells = new Map();
  for (const point of points) {
    const wide = degrees / Math.max(0.1, Math.cos(point[0] * RADIANS));
    cells.set(`${Math.floor(point[0] / degrees)}:${Math.floor(point[1] / wide)}`, point);
  }
  return [...cells.values()];
}

/**
 * The point with the least summed distance to the occupied cells. A median rather than a mean: far islands such as
 * Hawaii or the Azores do not drag the centre into the sea, and the antimeridian does no harm on unit vectors.
 */
export function centreOf(points, degrees) {
  const vectors = cellsOf(points, degrees).map(vectorOf);
  let at = [0, 1, 2].map((axis) => vectors.reduce((sum, vector) => sum + vector[axis], 0) / vectors.length);
  for (let round = 0; round < 60; round++) {
    let total = 0;
    const sum = [0, 0, 0];
    for (const vector of vectors) {
      const weight = 1 / Math.max(1e-9, Math.hypot(vector[0] - at[0], vector[1] - at[1], vector[2] - at[2]));
      total += weight;
      for (let axis = 0; axis < 3; axis++) sum[axis] += vector[axis] * weight;
    }
    at = sum.map((value) => value / total);
  }
  return [Math.atan2(at[2], Math.hypot(at[0], at[1])) / RADIANS, Math.atan2(at[1], at[0]) / RADIANS];
}

export function kilometres([latitude, longitude], [otherLatitude, otherLongitude]) {
  const a = Math.sin(((otherLatitude - latitude) * RADIANS) / 2) ** 2;
  const b = Math.sin(((otherLongitude - longitude) * RADIANS) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(a + Math.cos(latitude * RADIANS) * Math.cos(otherLatitude * RADIANS) * b));
}
