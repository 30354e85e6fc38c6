INSERT INTO nodes (id, place, key_ids, seen_at) VALUES (:id, :place, :key_ids, now())
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
