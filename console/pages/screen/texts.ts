/** The texts of this folder. */

export const itWas = (readAt: string) => `It was so at ${readAt}. The service cannot be reached since.`;
export const pages = "Pages";
export const alerts = "Alerts";
export const services = "Services";
export const everything = "Everything";
