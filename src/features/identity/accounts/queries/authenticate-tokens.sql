-- authenticate-token.sql for several at once; place counts the asked from 1.
-- @result place: !
SELECT asked.place::int AS place, found.*
FROM unnest(:hash::bytea[], :now::timestamptz[]) WITH ORDINALITY AS asked(asked_hash, asked_now, place)
CROSS JOIN LATERAL (
  -- @include token
  WHERE token.hash = asked_hash AND token.revoked_at IS NULL
    AND (token.expires_at IS NULL OR token.expires_at > asked_now)
    AND (token.access_until IS NULL OR token.access_until > asked_now)
  GROUP BY token.id, person.id
) AS found
