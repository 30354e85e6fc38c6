/** The texts of this folder. */

export const tryAQuery = "Try a query";
export const showsWhatItGivesNow = "Shows what it gives now.";
export const query = "Query";
export const tryIt = "Try it";
