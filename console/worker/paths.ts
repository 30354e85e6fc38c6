/**
 * Where the worker posts to, next to what a message names. It is a file of its own, and shares none with the pages, so that each
 * browser can run it: these are constants, which the build writes where they are used. calls.test.ts finds them in the description.
 */

export const waysPath = "/api/v1/account/ways";
/** The page about them. */
export const waysPage = "/account/ways";
/** The page of one button, for a browser whose notifications have none. Behind it comes the token. */
export const answerPage = "/acknowledge/";
