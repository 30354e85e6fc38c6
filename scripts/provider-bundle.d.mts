export const providerSource: string;
export function bundleProvider(outfile: string): Promise<{ readonly packages: readonly string[] }>;
