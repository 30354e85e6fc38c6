/** What people who mean no good, or who paste from anywhere, put into a text. */
export const hostileTexts: readonly string[] = [
  "<script>alert(1)</script>",
  "]]><script>alert(1)</script>",
  "--><img src=x onerror=alert(1)>",
  `" onmouseover="alert(1)`,
  "' autofocus onfocus='alert(1)",
  "&lt;b&gt; &#0; &bogus;",
  "\u202Eright to left\u2066",
  "\0\x07\x1B[31m\x7F\uFFFE",
  "\uD800 alone",
  "one\r\nX-Injected: yes\r\nEND:VEVENT",
  'javascript:alert(1) http://a.example/"onx=1',
  "{{7*7}} </style></title></textarea>",
];
