-- What nodes count together. A crash of the server may forget it, so it costs no write-ahead log; it is
-- written often, so pages keep room for new versions of their rows.

-- How much of its share a credential has used; it drains with time.
CREATE UNLOGGED TABLE rate_use (
  -- SHA-256 of what was sent.
  credential bytea PRIMARY KEY,
  used double precision NOT NULL,
  at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Failed attempts to sign in, by account and by address, until they expire (milliseconds since 1970).
CREATE UNLOGGED TABLE sign_in_failures (
  key text COLLATE "C" PRIMARY KEY,
  points integer NOT NULL,
  expire bigint
) WITH (fillfactor = 50);
