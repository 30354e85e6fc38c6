/** The provider's version: of its mirror's folder, its file's name and its user agent. */
export const version = "0.1.0";
