/** Who is on call. What other wings may import of it. */
export { createOnCall } from "./rotas/index.ts";
