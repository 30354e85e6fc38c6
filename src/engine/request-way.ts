/** What proxies said of a request on its way. */
export interface RequestWay {
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** Whether that is a proxy that is believed. */
  readonly isTrusted: boolean;
  readonly forwardedFor: string | undefined;
  readonly forwardedProto: string | undefined;
  readonly host: string | undefined;
}
