-- A process looks each second, so that what is older than a minute was found, or is over.
WITH forgotten AS (
  DELETE FROM taken_back_calls WHERE at < now() - interval '1 minute' AND call <> :call
)
INSERT INTO taken_back_calls (call) VALUES (:call) ON CONFLICT (call) DO UPDATE SET at = now()
