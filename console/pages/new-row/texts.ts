/** The texts of this folder. */

export const kind = "kind";
export const newOne = (one: string) => `New ${one}`;
export const creatingOneNeedsTheRole = (definition: string) => `Creating one needs the role ${definition}.`;
export const showAsCode = "Show as code";
export const itGoesLastAtPosition = (position: number) =>
  `It goes last, at position ${position}. Give it a lower position to move it up.`;
export const chooseAnother = "Choose another";
