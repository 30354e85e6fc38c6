DELETE FROM push_keys AS key
WHERE key.id < (SELECT max(newest.id) FROM push_keys AS newest) AND key.made_at < :before
  AND NOT EXISTS (SELECT FROM ways AS way WHERE way.push_key_id = key.id)
RETURNING key.id
