import { expect, it } from "vitest";
import { credentialIn } from "../../src/kernel/secret-names.ts";

const names = [
  ...["token", "key", "secret", "password", "sig", "TOKEN", "tOkEn", "api_key", "apikey", "apiKey", "APIKey"],
  ...["api-key", "x.api.key", "access_token", "accesstoken", "ACCESS_TOKEN", "client_secret", "clientSecret"],
  ...["X-Amz-Signature", "X-Amz-Credential", "AWSAccessKeyId", "SASSignature", "passwd", "pwd", "auth"],
  ...["token2", "%74oken", "api%5Fkey", "api+key", "auth%5Btoken%5D", "%ff_token", "subscription-key", "jwt"],
];

it.each(names)("a parameter %s is a credential, wherever it stands", (name) => {
  for (const rest of [
    `/?${name}=abc`,
    `?a=b&${name}=abc`,
    `/?a=b;${name}=abc`,
    `/a;${name}=abc/b`,
    `/#${name}=abc`,
    `/#/route?${name}=abc`,
    `/?${name}=`,
  ])
    expect([rest, credentialIn(`https://example.com${rest}`)]).toEqual([
      rest,
      expect.stringContaining("a parameter"),
    ]);
});

it.each([
  "https://user:pass@example.com/",
  "https://user@example.com",
  "https://:pass@example.com/",
  "https://@example.com/",
  "HTTPS://user%3Apass@example.com/",
  "http://a@b@example.com?x",
])("%s has userinfo", (url) => expect(credentialIn(url)).toBe('a user name or password before "@"'));

it.each([
  ...["monkey", "keyword", "design", "keyboard", "signal", "tokenize", "max_tokens", "author", "passage"].map(
    (name) => `https://example.com/?${name}=no`,
  ),
  "https://example.com/?signage=1&keyed=1&compass=n#turkey=1",
  "https://example.com/users/a@b/token/key?mail=a@b",
  "https://example.com/docs#api-key",
  "https://example.com/?q=token",
  "https://example.com/?q=a%26token%3Db",
  "https://token.example.com/secret=1",
  "https://example.com:8443/",
  "",
  "user@example.com?token=a",
])("%j has no credential", (url) => expect(credentialIn(url)).toBeUndefined());
