-- In one order on every node, so that no two wait for each other. A clock that was set back drains nothing.
-- @result credential: !
WITH spent AS (
  SELECT * FROM unnest(:credentials::bytea[], :passed::double precision[], :per_second::double precision[])
    AS spent (credential, passed, per_second)
)
INSERT INTO rate_use AS total (credential, used, at)
SELECT spent.credential, spent.passed, clock_timestamp()
FROM spent
ORDER BY spent.credential
ON CONFLICT (credential) DO UPDATE
SET used = EXCLUDED.used + greatest(0, total.used
      - (SELECT spent.per_second FROM spent WHERE spent.credential = total.credential) * greatest(0,
        extract(epoch FROM clock_timestamp() - total.at)::double precision)),
  at = clock_timestamp()
RETURNING encode(credential, 'hex') AS credential, used
