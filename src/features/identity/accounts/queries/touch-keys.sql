-- Each with the address of its last use, as text that is empty where there was none.
UPDATE api_keys SET last_used_at = :now, last_used_address = nullif(used.address, '')
FROM unnest(:hashes::bytea[], :addresses::text[]) AS used(hash, address)
WHERE api_keys.hash = used.hash AND (last_used_at IS NULL OR last_used_at < :now)
