/**
 * Mutations of one file of packages/core/src, each given as what it breaks, the text to look for
 * (which has to occur exactly once) and what to put in its place.
 */
export const inFile = (file, mutations) =>
  mutations.map(([breaks, from, to]) => ({ file, breaks, from, to }));
