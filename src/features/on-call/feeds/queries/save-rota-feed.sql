UPDATE rota_feeds SET events = :events, read_at = :read_at
WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND owner = :owner
