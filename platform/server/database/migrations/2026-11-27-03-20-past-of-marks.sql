-- Who marked, what the first marker gave and from where a mark was held were not written down until now when they moved.
INSERT INTO history_begins (table_name, at) SELECT 'marks', edulab_clock() WHERE EXISTS (SELECT FROM marks) ON CONFLICT (table_name) DO UPDATE SET at = excluded.at;
