INSERT INTO list_views (organization_id, user_id, kind, name, query, saved_at)
VALUES (:organization_id, :user_id, :kind, :name, :query, :at)
ON CONFLICT (organization_id, user_id, kind, name) DO UPDATE SET query = EXCLUDED.query, saved_at = EXCLUDED.saved_at
