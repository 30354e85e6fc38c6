-- authenticate-session.sql for several at once; place counts the asked from 1.
-- @result place: !
SELECT asked.place::int AS place, found.*
FROM unnest(:hash::bytea[], :now::timestamptz[], :used_after::timestamptz[])
  WITH ORDINALITY AS asked(asked_hash, asked_now, asked_after, place)
CROSS JOIN LATERAL (
  -- @include session
  WHERE session.hash = asked_hash
  GROUP BY session.id, session.hash, person.id
  HAVING session.created_at + make_interval(hours => coalesce(min(organization.session_ttl_hours), 24)) > asked_now
    AND session.last_used_at > asked_after
) AS found
