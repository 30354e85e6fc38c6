/** The texts of "Your Prometheus". */

/** Of examples/observability. */
export const exampleCommand = "docker compose --profile observability up -d";
