-- What it was used for was refused: it is good for something else.
UPDATE page_tokens SET used_at = NULL WHERE hash = :hash
