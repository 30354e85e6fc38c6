-- @param ahead_seconds: nullable
INSERT INTO nodes (id, place, key_ids, seen_at, ahead_seconds) VALUES (:id, :place, :key_ids, now(), :ahead_seconds)
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, ahead_seconds = excluded.ahead_seconds
