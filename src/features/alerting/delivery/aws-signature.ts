/** Signature Version 4 of AWS (docs.aws.amazon.com, "Signature Version 4 for API requests"), by a library of its own. */
// It is CommonJS, whose names Node does not see: only the compiled program shows it.
import aws4, { type Request } from "aws4";

/**
 * The headers that sign a request, with the moment at which it was.
 * @param secret the id of an access key, a colon, and the key's secret
 */
export function awsHeaders(
  {
    method,
    url,
    headers,
    body,
  }: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  at: Date,
  region: string,
  secret: string,
): Record<string, string> {
  const { host, pathname, search } = new URL(url);
  const [accessKeyId = "", ...rest] = secret.split(":");
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, "");
  const request: Request = {
    ...{ service: "sns", region, method, host, path: `${pathname}${search}`, body },
    headers: { ...headers, "X-Amz-Date": stamp },
  };
  const signed = aws4.sign(request, { accessKeyId, secretAccessKey: rest.join(":") });
  const { Authorization = "" } = signed.headers as Record<string, string | undefined>;
  return { authorization: Authorization, "x-amz-date": stamp };
}
