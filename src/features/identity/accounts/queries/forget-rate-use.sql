DELETE FROM rate_use
WHERE credential IN (
  SELECT credential FROM rate_use WHERE at < clock_timestamp() - interval '1 minute' FOR UPDATE SKIP LOCKED
)
