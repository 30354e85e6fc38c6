/** The texts of this folder. */

export const howToGetIt = "How to get it";
export const anotherSystem = "Another system";
export const anyOtherSystemWithSettings =
  "Any other system, with settings of your own. You say what it is called.";
export const whatIsIt = "What is it?";
