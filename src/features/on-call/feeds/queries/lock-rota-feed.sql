SELECT events, read_at AS "readAt" FROM rota_feeds
WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND owner = :owner FOR UPDATE
