/** The texts of this folder. */

export const createANew = (one: string) => `Create a new ${one}…`;
export const create = (one: string, wanted: string) => `Create ${one} “${wanted}”…`;
export const newOne = (one: string) => `New ${one}`;
export const theNew = (one: string) => `the new ${one}`;
export const chooseAnother = "Choose another";
