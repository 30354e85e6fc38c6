/** The texts of this folder. */

export const deliveries = "Deliveries";
export const whatWasSent =
  "What it sent, newest first. What arrived is kept for 30 days, what was given up for 90.";
export const nothingWasSent = "Nothing was sent yet.";
export const olderDeliveries = "deliveries";
export const answered = (status: number) => `answered HTTP ${status}`;
export const tries = (count: number) => (count === 1 ? "1 try" : `${count} tries`);
export const nextTry = "next try {moment}";
export const plan = "Plan";
