// Planted bugs.
export const MUTANTS = {};
export async function plantSql() {}
